#!/bin/sh
# copy-files.sh FROM TO: copies the files of a folder of uploads (BLOB_DIR) that TO has not got; a file is written once and
# never changes. What is removed from FROM stays in TO until somebody removes it: `find TO -type f -ctime +40 -delete`.
set -eu
mkdir -p "$2/objects"
copy() { cp -a --update "$1/objects/." "$2/objects/"; }
# A file that is removed while it is copied makes cp complain; the second time it is not there any more.
copy "$1" "$2" 2>/dev/null || copy "$1" "$2"
