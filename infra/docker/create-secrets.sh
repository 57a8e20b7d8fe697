#!/bin/sh
# Writes the secrets that docker-compose.yml asks for into .env beside it, each random; an .env that is there stays.
set -eu
cd "$(dirname "$0")/../.."
umask 077
set -C
{
  for name in POSTGRES BILLING TEXT_ENGINE MEDIA_ENGINE BATCH_ORCHESTRATOR REPORT WEBHOOKS CONSOLE GATEWAY; do
    echo "REDLINE_${name}_PASSWORD=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
  done
  # nats-server reads a value that begins with a digit as a number.
  for name in GATEWAY TEXT_ENGINE MEDIA_ENGINE BATCH_ORCHESTRATOR BILLING REPORT WEBHOOKS CONSOLE OPERATOR PROVISIONER; do
    echo "REDLINE_BUS_PASSWORD_${name}=p$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
  done
  # A name and 32 bytes in base64; keep it with your backups, which cannot be read without it.
  echo "REDLINE_ENDPOINT_SECRET_KEYS=first:$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
  echo "REDLINE_DELEGATION_SECRET=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
  echo "REDLINE_SIGN_IN_SECRET=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
  echo "REDLINE_UPLOAD_SECRET=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
} > .env
