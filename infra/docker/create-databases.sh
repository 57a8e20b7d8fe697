#!/bin/bash
# Run once by the postgres image when its volume is empty: a database and a role for each service, each with a password of
# its own (REDLINE_BILLING_PASSWORD of redline_billing), and no service may connect to another's.
set -euo pipefail
: "${REDLINE_DATABASES:?names of the databases, with spaces between}"

for name in $REDLINE_DATABASES; do
  variable="${name^^}_PASSWORD"
  psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
    --set name="$name" --set password="${!variable:?password of the role $name}" <<'SQL'
create role :"name" login password :'password';
create database :"name" owner :"name" template template0 encoding 'UTF8';
revoke all on database :"name" from public;
SQL
done
