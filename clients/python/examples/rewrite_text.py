from redline import Redline

with Redline(site="us") as client:
    check = client.text_checks.create(
        text="Fern drops, 30 ml, $12.50. They cure arthritis and smell of mint.",
        platform="dtc_us",
        vertical="supplement",
    ).wait()

    quote = client.text_checks.quote_fix(check.id)
    print("a rewrite costs", quote.credit_cost, "of", quote.current_balance)
    if quote.is_covered:
        check = client.text_checks.fix(check.id).wait()
        print(check.fix_status, check.fixed_text)
