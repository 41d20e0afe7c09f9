// The tools that a machine needs to build the image, start it, and run the services of deploy/compose.yaml, without Docker.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const NEEDED = [
  ['buildah', '--version'],
  ['debootstrap', '--version'],
  ['unshare', '--mount', 'true'],
]

/** A bridge with a second namespace, as each service gets one, in namespaces that end with the shell. */
const NETWORK = `mount --make-rprivate / && mount -t tmpfs tmpfs /run
ip link add edge type bridge && ip netns add app && ip link add port type veth peer name eth0 netns app
ip netns exec app sysctl -qw net.ipv4.ip_forward=0 && ip rule add iif edge unreachable
unshare --pid --fork --kill-child sh -c 'mount -t proc proc /proc'`

const NEEDED_BY_COMPOSE = [
  ['docker-compose', '--version'],
  ['nginx', '-v'],
  ['redis-server', '--version'],
  ['envsubst', '--version'],
  ['curl', '--version'],
  ['openssl', 'version'],
  ['unshare', '--net', '--mount', 'sh', '-euc', NETWORK],
]

const isThere = ([tool, ...words]) => spawnSync(tool, words).status === 0

/** Tells whether this process can build the image: as root, with buildah and debootstrap, where mounts are allowed. */
export function canBuildImage() {
  return process.getuid?.() === 0 && NEEDED.every(isThere)
}

/**
 * Tells whether this process can run the services of deploy/compose.yaml: with the image, Debian's PostgreSQL, Redis and nginx, where
 * namespaces of networks and processes are allowed.
 */
export function canRunCompose() {
  return canBuildImage() && existsSync('/usr/lib/postgresql') && NEEDED_BY_COMPOSE.every(isThere)
}
