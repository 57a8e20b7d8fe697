/** Rows to try later migrations on: by app, SQL that runs after the migration of that name. */
export const rowsOfApps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text-engine': {
    '0002-text-checks': `
      insert into text_checks (id, account_id, site_id, tenant_id, platform, vertical, explain_locale, text)
        values ('text_01k00000000000000000000001', 'a', 'us', '', 'dtc_us', 'beauty', 'en-US', 'x');
      insert into text_checks (id, account_id, site_id, tenant_id, platform, vertical, explain_locale, text, status,
          risk_level, summary, findings, pack_hash)
        values ('text_01k00000000000000000000002', 'a', 'us', '', 'dtc_us', 'beauty', 'en-US', 'x', 'completed', 'high', '{}',
          '[{"ruleId":"r","category":"c","suggestion":"s","legalRef":"l"}]', 'h')`,
    '0003-text-check-counts': `insert into text_check_counts values ('a', 'us', '', 0, 2)`,
    '0004-custom-words': `
      insert into word_accounts values ('a', 1, true);
      insert into word_scopes values ('a', 'us', '', 1, 1, true);
      insert into custom_words values ('word_1', 'a', 'us', '', 'l', 'k', 'k', 'keyword', null, null, true, now(), now())`,
    '0009-rewrites': `
      insert into rewrites (id, check_id, account_id, site_id, tenant_id, strategy, mode)
        values ('fix_1', 'text_01k00000000000000000000002', 'a', 'us', '', 'rewrite', 'ad')`,
  },
  'media-engine': {
    '0003-image-checks': `
      insert into image_checks (id, account_id, site_id, tenant_id, listed, explain_locale, image_url, title, size_bytes)
        values ('image_1', 'a', 'us', '', true, 'en-US', 'u', 't', 1)`,
    '0005-uploads': `
      insert into uploads (key, account_id, site_id, tenant_id, kind, remove_at) values ('k', 'a', 'us', '', 'image', now());
      insert into upload_policies (id, account_id, site_id, tenant_id, kind, expires_at)
        values ('p', 'a', 'us', '', 'image', now())`,
    '0006-video-checks': `
      insert into video_checks (id, account_id, site_id, tenant_id, listed, platform, video_url, title, size_mb,
          duration_seconds)
        values ('video_1', 'a', 'us', '', true, 'dtc_us', 'u', 't', 1, 1)`,
  },
  'batch-orchestrator': {
    '0003-batches': `
      insert into batches (id, account_id, site_id, tenant_id, name, platform, vertical, explain_locale, texts, images,
          videos)
        values ('batch_1', 'a', 'us', '', 'n', 'dtc_us', 'beauty', 'en-US', 1, 0, 0);
      insert into batch_items (check_id, id, batch_id, position, kind, index)
        values ('text_1', 'item_1', 'batch_1', 0, 'text', 0)`,
  },
  report: {
    '0002-reports': `
      insert into reports (id, video_check_id, account_id, site_id, tenant_id, findings)
        values ('report_1', 'video_1', 'a', 'main', '', '[]');
      insert into report_sections values ('report_1', 0, 'b', 'w')`,
  },
  webhooks: {
    '0002-endpoints': `
      insert into webhook_endpoints (id, account_id, site_id, tenant_id, url, events, payload, secret)
        values ('endpoint_1', 'a', 'us', '', 'https://shop.example', '{check.completed}', 'thin', 's');
      insert into webhook_deliveries (id, endpoint_id, account_id, event_id, type, body, next_attempt_at)
        values ('delivery_1', 'endpoint_1', 'a', 'event_1', 'check.completed', '{}', now())`,
  },
  billing: {
    '0002-ledger': `
      insert into accounts values ('a', 'a@example.com', now());
      insert into grants (id, account_id, site_id, bucket, amount, remaining, created_at)
        values ('grant_1', 'a', 'us', 'booster', 10, 10, now());
      insert into charges (id, account_id, site_id, tenant_id, amount, created_at) values ('c', 'a', 'us', '', 1, now());
      insert into charge_lines values ('l', 'c', 'text', 1, 1, null, null, false);
      insert into refunds values ('l', 'c', 1, now());
      insert into entries (grant_id, kind, line_id, amount, created_at) values ('grant_1', 'charged', 'l', -1, now())`,
  },
  console: {
    '0001-people': `
      insert into "user" (id, name, email, "emailVerified") values ('u', 'n', 'a@example.com', true);
      insert into "session" (id, "expiresAt", token, "updatedAt", "userId") values ('s', now(), 't', now(), 'u');
      insert into organization (id, name, slug, "createdAt", "accountId") values ('o', 'n', 'o', now(), 'a');
      insert into member values ('m', 'o', 'u', 'owner', now())`,
    '0002-attempts-and-audit': `
      insert into attempt values ('b', 1, now());
      insert into audit_log (action) values ('sign_in')`,
  },
  gateway: {
    '0001-api-keys': `
      insert into api_key (id, account_id, site_id, key_hash, prefix) values ('key_1', 'a', 'us', sha256('x'), 'p')`,
    '0002-tenant-scopes': `insert into tenant_scope values ('a', 'us', 't', 'key_1')`,
    '0003-idempotency': `
      insert into idempotency (account_id, site_id, tenant_id, key, route, body_hash, operation_id, run_id, lease_until)
        values ('a', 'us', '', 'k', 'POST /', sha256('x'), 'text_1', 'run_1', now())`,
  },
};
