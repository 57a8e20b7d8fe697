from redline import Redline

with Redline(site="us") as client:
    # The words and checks of one of your own customers, kept apart from all others.
    shop = client.for_tenant("shop-1")
    imported = shop.custom_rules.import_many(
        [{"keyword": "miracle", "replacement": "helpful"}, {"keyword": "best ever"}]
    )
    print(imported.imported, "new,", imported.skipped_duplicate, "there already")

    check = shop.text_checks.create(
        text="The best ever cotton socks, six pairs.", platform="dtc_us", vertical="apparel"
    ).wait()
    for match in check.custom_risks:
        print(check.slice(match), "→", match.replacement)
