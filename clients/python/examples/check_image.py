import sys

from redline import Redline

with Redline(site="us") as client:
    photo = client.uploads.create(sys.argv[1])
    check = client.image_checks.create(
        image_url=photo.url, image_title="Photo", image_size=photo.size_bytes, explain_locale="en-US"
    )

    print(check.status, check.risk_level)
    for label in check.labels:
        print(label.risk_level, label.description, label.boxes)
    for detector in check.coverage:
        print(detector.detector, detector.status)
