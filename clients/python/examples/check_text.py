from redline import Redline

# The key and the address of the installation come from REDLINE_API_KEY and REDLINE_URL.
with Redline(site="us") as client:
    check = client.text_checks.create(
        text="🌿 Our drops cure arthritis in two weeks, guaranteed.",
        platform="dtc_us",
        vertical="supplement",
        explain_locale="en-US",
    ).wait()

    if check.status == "failed" and check.failure:
        print("not checked:", check.failure.message)
    for risk in check.risks:
        print(f"{risk.severity}: {risk.category}: {check.slice(risk)!r}")
        print("  ", risk.suggestion)
