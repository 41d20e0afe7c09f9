// Replaces the official images of PostgreSQL, Redis, nginx and Prometheus by Debian's programs, so that no registry is needed. Each is prepared
// and started like the entrypoint of the official image. Debian's versions are older (PostgreSQL 15, Redis 7, nginx 1.22).
import { POSTGRES_PROGRAMS } from '../../databases/postgres-cluster.ts'

export interface ImageSettings {
  /** The root of the image's files. */
  readonly folder: string
  /** Shell commands that add to the image's files; `$root` is their root. */
  readonly prepare: string
  readonly user: string
  readonly workdir: string
  readonly environment: Readonly<Record<string, string>>
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Returns an entrypoint that runs a shell script with the command as its arguments. */
const script = (text: string): string[] => ['sh', '-euc', text, 'entrypoint']

/** At its first start it makes the cluster with a server that listens only on its Unix socket, then starts the one that serves. */
const POSTGRES = script(`
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
mkdir -p "$PGDATA" && chmod 700 "$PGDATA" && chown postgres "$PGDATA"
chmod 3775 /var/run/postgresql && chown postgres /var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  as_postgres initdb --no-sync --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  echo 'fsync = off' >> "$PGDATA/postgresql.conf"
  as_postgres pg_ctl --pgdata="$PGDATA" --options="-c listen_addresses=''" --wait start > /dev/null
  as_postgres createdb --username="$POSTGRES_USER" "$POSTGRES_USER"
  as_postgres pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop > /dev/null
fi
exec setpriv --reuid postgres --regid postgres --init-groups "$@"`)

/** Fills in the templates. Debian's nginx does not know the directive "http2 on" of compose.yaml. */
const NGINX = script(`
export TLS="\${TLS#http2 on; }" HTTP_LISTEN="$HTTP_LISTEN http2"
names=$(env | cut -d= -f1 | grep -E "$NGINX_ENVSUBST_FILTER")
for template in /etc/nginx/templates/*.template; do
  envsubst "$(printf '\${%s} ' $names)" < "$template" > "$NGINX_ENVSUBST_OUTPUT_DIR/$(basename "$template" .template)"
done
exec "$@"`)

const DEBIAN: ImageSettings = {
  folder: '/',
  prepare: '',
  user: 'root',
  workdir: '/',
  environment: { PATH },
  entrypoint: [],
  command: [],
}

/** The replacements, by the name of the image without its version. */
export const STAND_INS: Readonly<Record<string, ImageSettings>> = {
  postgres: {
    ...DEBIAN,
    prepare: 'rm -rf "$root/var/lib/postgresql"; install -d -o postgres -g postgres -m 3777 "$root/var/lib/postgresql"',
    environment: { PATH: `${POSTGRES_PROGRAMS}:${PATH}`, PGDATA: '/var/lib/postgresql/18/docker' },
    entrypoint: POSTGRES,
    command: ['postgres'],
  },
  redis: { ...DEBIAN, prepare: 'install -d "$root/data"', workdir: '/data' },
  nginx: {
    ...DEBIAN,
    prepare:
      'rm -rf "$root/var/log/nginx"; install -d "$root/var/log/nginx"; ln -s /dev/stderr "$root/var/log/nginx/error.log"',
    entrypoint: NGINX,
  },
  'prom/prometheus': {
    ...DEBIAN,
    prepare: 'install -d -o nobody -g nogroup "$root/prometheus"',
    user: 'nobody',
    workdir: '/prometheus',
    entrypoint: ['prometheus'],
  },
}
