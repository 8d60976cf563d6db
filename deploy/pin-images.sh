#!/bin/sh
# Updates the images of compose.yaml: writes the digests that the registry has for their tags today into deploy/.env, which
# stand for those in compose.yaml until it is run again: sh deploy/pin-images.sh. Needs docker and the registry.
set -eu
file="$(dirname "$0")/.env"
touch "$file"
pairs=$(sed -n 's/.*\${\([A-Z]*_IMAGE\):-\([^@}]*\)@.*/\1=\2/p' "$(dirname "$0")/compose.yaml")
for pair in $pairs; do
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
