#!/bin/sh
# Writes the images of compose.yaml with the digests that the registry has for them today into deploy/.env, so that every
# build and start is of the same bytes until it is run again: sh deploy/pin-images.sh. Needs docker and the registry.
set -eu
file="$(dirname "$0")/.env"
touch "$file"
for pair in NODE_IMAGE=node:24-bookworm-slim POSTGRES_IMAGE=postgres:17 CADDY_IMAGE=caddy:2; do
  name=${pair%%=*}
  image=${pair#*=}
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  case $digest in
    sha256:*) ;;
    *) echo "$image: the registry gave no digest" >&2; exit 1 ;;
  esac
  grep -v "^$name=" "$file" > "$file.new" || true
  echo "$name=$image@$digest" >> "$file.new"
  chmod 600 "$file.new"
  mv "$file.new" "$file"
  echo "$name=$image@$digest"
done
