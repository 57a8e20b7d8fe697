from redline import Redline

with Redline(site="main") as client:
    check = client.text_checks.create(
        text="我家的面膜是全国最好的护肤品，三天根治湿疹。成分温和，适合日常使用。",
        platform="shortvideo_a",
        industry_vertical="beauty",
    ).wait()
    print(check.risk_level)
    for risk in check.risks:
        print(risk.tier_label, check.slice(risk), risk.legal_ref)

    fixed = client.text_checks.fix(check.id, strategy="precise").wait()
    for version in fixed.fixes:
        print(version.version, version.accepted, version.fixed_text)

    for notice in client.notices.find(product_vertical="creator", industry="medical-beauty"):
        print(notice.industry_label, [it.name for it in notice.required_credentials])
