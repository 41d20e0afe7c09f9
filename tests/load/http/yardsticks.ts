// Baselines: for our pages nginx with one worker on the same bytes, and the server of Astro's adapter; for our transactions pgbench.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { freePort } from '../../support/runner/free-port.ts'

export interface Yardstick {
  readonly port: number
  /** Id of the process that responds. */
  readonly pid: number
  stop(): Promise<void>
}

/** Resolves once a server listens at a port; throws when its process ended before. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (reached) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function stopper(child: ChildProcess, after: () => void = () => undefined): () => Promise<void> {
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    after()
  }
}

/** Headers that nginx and Node write themselves, or that belong to the connection. */
const OWN_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'keep-alive',
])

function nginxConfig(folder: string, port: number, headers: Headers): string {
  const added = [...headers]
    .filter(([name]) => !OWN_HEADERS.has(name))
    .map(([name, value]) => `    add_header ${name} "${value.replaceAll('"', '\\"')}" always;`)
  return `worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100;
  default_type "text/html; charset=utf-8";
  types {}
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/root;
    gzip_static on;
${added.join('\n')}
  }
}
`
}

/** Where nginx may be installed, including folders that only root has on the path. */
function nginxBinary(): string | undefined {
  for (const path of ['nginx', '/usr/sbin/nginx']) {
    try {
      execFileSync(path, ['-v'], { stdio: 'ignore' })
      return path
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return undefined
}

/**
 * Starts an nginx with one worker that serves the response of a site to one path, with all of its headers.
 *
 * @returns null where nginx is not installed
 */
export async function startNginx(site: string, path: string): Promise<Yardstick | null> {
  const binary = nginxBinary()
  if (binary === undefined) return null
  const { headers, gzip } = await gzippedAnswer(site, path)
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-nginx-'))
  // Its worker is another user when root starts it.
  chmodSync(folder, 0o755)
  const file = join(folder, 'root', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, gunzipSync(gzip))
  writeFileSync(`${file}.gz`, gzip)
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, port, headers))
  const child = spawn(binary, ['-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await listening(child, port)
  return { port, pid: workerOf(child), stop: stopper(child, () => rmSync(folder, { recursive: true })) }
}

/** Returns the worker of an nginx, which answers its requests. */
function workerOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

/** The raw response: fetch would decompress it. */
async function gzippedAnswer(site: string, path: string): Promise<{ headers: Headers; gzip: Buffer }> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(`${site}${path}`, { headers: { 'accept-encoding': 'gzip', 'accept-language': 'en' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const headers = new Headers()
        for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
        resolve({ headers, gzip: Buffer.concat(chunks) })
      })
    }).once('error', reject)
  })
}

/** Returns the transactions a second of pgbench's TPC-B on a database, which it fills for so many clients. */
export async function tpcB(
  url: string,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  execFileSync('pgbench', ['--initialize', '--quiet', '--scale', String(clients), url], { stdio: 'ignore' })
  const said = execFileSync(
    'pgbench',
    [
      '--client',
      String(clients),
      '--jobs',
      '2',
      '--protocol',
      'prepared',
      '--time',
      String(seconds),
      '--no-vacuum',
      url,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString()
  const tps = /tps = ([\d.]+)/.exec(said)?.[1]
  if (tps === undefined) throw new Error(`pgbench said nothing of its speed: ${said}`)
  return Number(tps)
}
