from redline import Redline

with Redline(site="us") as client:
    batch = client.batches.create(
        name="Spring",
        platform="dtc_us",
        vertical="supplement",
        texts=["Soft cotton socks, six pairs, in grey.", "Our drops cure arthritis in three days."],
        explain_locale="en-US",
    ).wait()

    print(batch.result)
    for item in batch.items:
        if item.kind == "text" and item.risk_count:
            check = client.text_checks.get(item.check_id)
            print(check.text, [check.slice(risk) for risk in check.risks])
