// What a shop has for itself, where the guide has words for it: files of its own, and what is filled into the commands.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An operator's own details: live mode refuses placeholders. */
export const OPERATOR = {
  company: { en: 'Orbit Trade Ltd', ru: 'Orbit Trade Ltd', uk: 'Orbit Trade Ltd' },
  address: { en: '1 Harbour Street, Nicosia', ru: 'Никосия, Харбор-стрит, 1', uk: 'Нікосія, Гарбор-стріт, 1' },
  licence: { en: 'none needed', ru: 'не требуется', uk: 'не потрібна' },
  countries: { en: 'Cyprus', ru: 'Кипр', uk: 'Кіпр' },
  law: { en: 'Cyprus', ru: 'Кипр', uk: 'Кіпр' },
  support: 'support@orbit-trade.com',
  privacy: 'privacy@orbit-trade.com',
  partners: 'partners@orbit-trade.com',
}

/** A skin of the catalogue in the public CSGO-API format, for the import. */
const SKINS = [
  {
    id: 'skin-1',
    name: 'AK-47 | Redline',
    rarity: { id: 'rarity_legendary_weapon', name: 'Classified', color: '#d32ce6' },
    image: 'https://community.akamai.steamstatic.com/economy/image/abc_DEF-123',
  },
]

/** Enters the operator's details into a copy of the project, and puts a list of skins into it. */
export function writeOwnFiles(folder: string): void {
  mkdirSync(join(folder, 'shop'), { recursive: true })
  writeFileSync(join(folder, 'shop/operator.json'), JSON.stringify(OPERATOR, null, 2))
  writeFileSync(join(folder, 'skins.json'), JSON.stringify(SKINS))
}

/** Makes the certificate that nginx shows, which is its own authority. Returns its path; the key is beside it. */
export function makeCertificate(folder: string, host = 'localhost'): string {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const names = `subjectAltName=DNS:${host},DNS:office.${host},IP:127.0.0.1`
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`]
  execFileSync('openssl', [...made, '-addext', names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return certificate
}

/** The ports of an instance. */
export interface Ports {
  readonly site: number
  readonly realtime: number
  readonly metrics: number
  readonly office: number
}

/** The file that the guide's commands make of the template of deploy/, in the folder of nginx. */
export const nginxConfig = (nginx: string): string => join(nginx, 'nginx.conf')

/** What differs from one shop to the next. */
export interface Own {
  /** The address of PostgreSQL as its superuser. */
  readonly postgresUrl: string
  readonly databasePassword: string
  /** The address of a database as the shop's role. */
  readonly databaseUrl: (name: string) => string
  /** The ports of nginx. */
  readonly http: number
  readonly https: number
  readonly sockets: number
  readonly ports: Ports
  readonly second: Ports
  readonly backups: string
  /** The folders of what nginx serves, writes, and has its certificate in. */
  readonly exported: string
  readonly nginx: string
  readonly tls: string
}

/** Puts what a shop has into commands of the guide, for the words that stand for it there. */
export function fill(commands: string, own: Own): string {
  const config = nginxConfig(own.nginx)
  const placeholders: readonly (readonly [string, string])[] = [
    ['sudo -u postgres psql', `psql -v ON_ERROR_STOP=1 ${own.postgresUrl}`],
    ['what openssl rand -hex 24 prints', own.databasePassword],
    ['alter role spacedrop nocreaterole', `psql ${own.postgresUrl} -c 'alter role spacedrop nocreaterole'`],
    ['https://office.shop.example', `https://office.localhost:${own.https}`],
    ['office.shop.example', 'office.localhost'],
    ['allow 10.8.0.0/24', 'allow 127.0.0.1'],
    ['127.0.0.1:4400', `127.0.0.1:${own.ports.office}`],
    ['https://shop.example', `https://localhost:${own.https}`],
    ['localhost:4321', `localhost:${own.ports.site}`],
    ['127.0.0.1:4321', `127.0.0.1:${own.ports.site}`],
    ['localhost:9464', `localhost:${own.ports.metrics}`],
    ['/backups/', `${own.backups}/`],
    ['postgres://spacedrop:PASSWORD@127.0.0.1:5432/shop_proof', own.databaseUrl('shop_proof')],
    // The environment names the server and its superuser.
    ['sudo -u postgres ', ''],
    [' FILE', ` ${join(own.backups, 'before-update.backup')}`],
    ['NGINX_RUN=/run ', `NGINX_RUN=${own.nginx} `],
    ['/srv/static', own.exported],
    ['/var/log/nginx', own.nginx],
    ['127.0.0.1:4322', `127.0.0.1:${own.second.site}`],
    ['127.0.0.1:8081', `127.0.0.1:${own.ports.realtime}`],
    ['127.0.0.1:8082', `127.0.0.1:${own.second.realtime}`],
    ["'443 ssl", `'127.0.0.1:${own.https} ssl`],
    ["'8443 ssl", `'127.0.0.1:${own.sockets} ssl`],
    ['listen 80;', `listen 127.0.0.1:${own.http};`],
    ['/etc/tls/', `${own.tls}/`],
    ['sudo install -d -o "$(id -un)"', 'install -d'],
    ['sudo tee /etc/nginx/nginx.conf', `tee ${config}`],
    // No nginx of the machine is told to reload: the test starts one of its own with the file.
    ['sudo nginx -t && sudo nginx -s reload', `nginx -t -c ${config} -g 'user root;'`],
  ]
  return placeholders.reduce((text, [from, to]) => text.replaceAll(from, to), commands)
}
