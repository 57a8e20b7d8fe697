import sys

from redline import Redline

path, seconds = sys.argv[1], float(sys.argv[2])

with Redline(site="us") as client:
    video = client.uploads.create(path)
    submission = client.video_checks.create(
        video_url=video.url,
        video_title="Video",
        video_size=video.size_mb,
        video_duration=seconds,
        explain_locale="en-US",
    )
    print(submission.id, "costs", submission.credit_cost)

    # Another process may do this as well: client.video_checks.wait(id).
    check = submission.wait(timeout=600)
    for frame in check.frames:
        print(f"{frame.time_seconds:.1f} s", frame.risk_level, frame.ocr_text)
    for risk in check.transcript_risks:
        print(f"{risk.start_seconds:.1f} s", risk.category, risk.sentence)
