#!/bin/sh
# Makes the two roles of docs/deploy.md ("A role that owns nothing") and gives them their rights; it may be repeated. As a
# superuser of the database that PGHOST, PGUSER, PGPASSWORD and PGDATABASE lead to. OWNER_PASSWORD is that of console_owner,
# CONSOLE_PASSWORD that of console, neither of which may be a superuser.
set -eu
: "${OWNER_PASSWORD:?}" "${CONSOLE_PASSWORD:?}"
here=$(dirname "$0")
psql -X -q -v ON_ERROR_STOP=1 <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv console CONSOLE_PASSWORD
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['console_owner', 'console']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE console_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'owner';
ALTER ROLE console LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'console';
SQL
psql -X -q -v ON_ERROR_STOP=1 -f "$here/roles.sql"
