import sys

from redline import Redline, ReportChunk, ReportDone

path, seconds = sys.argv[1], float(sys.argv[2])

with Redline(site="main") as client:
    video = client.uploads.create(path)
    check = client.video_checks.create(
        video_url=video.url, video_title="视频", video_size=video.size_mb, video_duration=seconds
    ).wait()

    # A lost connection is taken up where it broke, and the report is paid for once.
    for event in client.reports.stream(check.id):
        if isinstance(event, ReportChunk):
            print(event.chunk, end="", flush=True)
        elif isinstance(event, ReportDone):
            print("\nkept as", event.report_id)
