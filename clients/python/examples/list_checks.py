from itertools import islice

from redline import Redline

with Redline(site="us") as client:
    # Pages are fetched as they are needed.
    for check in islice(client.text_checks.list(), 200):
        print(check.created_at.date(), check.risk_level, check.preview)
