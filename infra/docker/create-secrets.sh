#!/bin/sh
# Writes the secrets that docker-compose.yml asks for into .env beside it, each random; an .env that is there stays.
set -eu
cd "$(dirname "$0")/../.."
umask 077
set -C
{
  for name in POSTGRES BILLING TEXT_ENGINE MEDIA_ENGINE BATCH_ORCHESTRATOR REPORT GATEWAY; do
    echo "REDLINE_${name}_PASSWORD=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
  done
  echo "REDLINE_UPLOAD_SECRET=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
} > .env
