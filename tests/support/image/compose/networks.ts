// Builds the networks of a compose file in namespaces: a bridge for each network, a namespace for each service, and an interface in it for
// each of its networks. A service resolves only names on networks that it is on. Everything is in the namespaces of one process and ends
// with it; the machine gets no name, interface or mount.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Compose } from './compose-file.ts'

/** The network outside of the site, which services can reach from networks that are not internal. */
export const OUTSIDE = 'outside'
/** The only address on it. */
export const OUTSIDE_ADDRESS = '203.0.113.2'

/** Clients on the networks besides the services, and the name by which they reach the site. */
export interface Guests {
  /** The network of each guest, by the guest's name. */
  readonly on: Readonly<Record<string, string>>
  /** The host name of the site, and the service that it resolves to. */
  readonly site: { readonly name: string; readonly service: string }
}

interface Interface {
  readonly network: string
  readonly address: string
  readonly names: readonly string[]
}

export interface Networks {
  /** The address of a service or guest on one of its networks. */
  address(name: string, network: string): string
  /** The lines of its /etc/hosts. */
  hosts(name: string): string
  /** Returns the command that starts another one in the namespace of a service or guest. */
  enter(name: string, command: readonly string[]): string[]
  /** Ends everything that runs in the namespaces. */
  close(): Promise<void>
}

type Plan = ReadonlyMap<string, readonly Interface[]>

/** Gives each service and guest an address on each of its networks. */
function plan({ services, networks }: Compose, guests: Guests): Plan {
  const planned = new Map<string, Interface[]>()
  for (const [place, network] of Object.keys(networks).sort().entries()) {
    const members = [
      ...Object.entries(services).flatMap(([name, service]) =>
        network in service.networks ? [[name, service.networks[network]?.aliases ?? []] as const] : [],
      ),
      ...Object.entries(guests.on).flatMap(([name, at]) => (at === network ? [[name, [] as string[]] as const] : [])),
    ]
    for (const [at, [name, aliases]] of members.entries()) {
      const own = { network, address: `10.89.${place}.${10 + at}`, names: [name, ...aliases] }
      planned.set(name, [...(planned.get(name) ?? []), own])
    }
  }
  return planned
}

/** Returns the lines for the names on all networks of a service or guest; a name on several networks gets its first address. */
function hostsOf(planned: Plan, name: string, { on, site }: Guests): string {
  const known = new Set<string>()
  const lines = ['127.0.0.1 localhost']
  for (const { network } of planned.get(name) ?? []) {
    for (const { address, names } of [...planned.values()].flat().filter((one) => one.network === network)) {
      const unknown = names.filter((one) => !known.has(one))
      if (unknown.length > 0) lines.push(`${address} ${unknown.join(' ')}`)
      for (const one of unknown) known.add(one)
    }
  }
  const shown = planned.get(site.service)?.find(({ network }) => network === on[name])
  if (shown !== undefined) lines.push(`${shown.address} ${site.name}`)
  return `${lines.join('\n')}\n`
}

const gatewayOf = (address: string): string => address.replace(/\.\d+$/, '.1')
const subnetOf = (address: string): string => address.replace(/\.\d+$/, '.0/24')

/** Returns the commands that make a namespace with its interfaces. */
function namespaceCommands(name: string, interfaces: readonly Interface[], compose: Compose): string[] {
  const lines = [`ip netns add ${name}`, `ip -n ${name} link set lo up`, `mkdir /etc/netns/${name}`]
  lines.push(`ip netns exec ${name} sysctl -qw net.ipv4.ip_forward=0`)
  for (const [place, { network, address }] of interfaces.entries()) {
    const port = `p${address.split('.').slice(2).join('-')}`
    lines.push(
      `ip link add ${port} type veth peer name eth${place} netns ${name}`,
      `ip link set ${port} master ${network} up`,
      `ip -n ${name} address add ${address}/24 dev eth${place}`,
      `ip -n ${name} link set eth${place} up`,
    )
  }
  const outward = interfaces.find(({ network }) => compose.networks[network]?.internal === false)
  if (outward !== undefined) lines.push(`ip -n ${name} route add default via ${gatewayOf(outward.address)}`)
  return lines
}

/** Returns the commands that make everything. They run in a namespace that has the part of the machine: it routes, except between networks. */
function commands(compose: Compose, planned: Plan): string[] {
  const lines = [
    'mount --make-rprivate /',
    'mount -t tmpfs tmpfs /run',
    // Holds the host names of each namespace; the machine's own /etc stays as it is.
    'mkdir -p /run/etc/upper /run/etc/work',
    'mount -t overlay -o lowerdir=/etc,upperdir=/run/etc/upper,workdir=/run/etc/work overlay /etc',
    'mkdir -p /etc/netns',
    // Resolves no other names.
    'rm -f /etc/resolv.conf; echo > /etc/resolv.conf',
    'ip link set lo up',
    'sysctl -qw net.ipv4.ip_forward=1',
    `ip netns add ${OUTSIDE}`,
    `ip -n ${OUTSIDE} link set lo up`,
    `ip link add outward type veth peer name eth0 netns ${OUTSIDE}`,
    'ip address add 203.0.113.1/24 dev outward',
    'ip link set outward up',
    `ip -n ${OUTSIDE} address add ${OUTSIDE_ADDRESS}/24 dev eth0`,
    `ip -n ${OUTSIDE} link set eth0 up`,
    `ip -n ${OUTSIDE} route add 10.89.0.0/16 via 203.0.113.1`,
  ]
  const onNetworks = [...planned.values()].flat()
  for (const [network, { internal }] of Object.entries(compose.networks)) {
    const first = onNetworks.find((one) => one.network === network)
    lines.push(`ip link add ${network} type bridge`, `ip link set ${network} up`)
    if (internal || first === undefined) continue
    lines.push(`ip address add ${gatewayOf(first.address)}/24 dev ${network}`)
    for (const other of Object.keys(compose.networks).filter((one) => one !== network))
      lines.push(`ip rule add iif ${other} to ${subnetOf(first.address)} unreachable`)
  }
  for (const [name, interfaces] of planned) lines.push(...namespaceCommands(name, interfaces, compose))
  return lines
}

/** Resolves once the process has printed that everything is made. */
async function made(holder: ChildProcess): Promise<void> {
  let faults = ''
  holder.stderr?.on('data', (text: Buffer) => {
    faults += text.toString()
  })
  const failed = once(holder, 'close').then(([code]) => {
    throw new Error(`The networks were not made (${code}): ${faults}`)
  })
  failed.catch(() => undefined)
  await Promise.race([once(holder.stdout as NodeJS.ReadableStream, 'data'), failed])
}

/** Makes the networks of a compose file, and a namespace for each service and guest. */
export async function openNetworks(compose: Compose, guests: Guests): Promise<Networks> {
  const planned = plan(compose, guests)
  const hosts = (name: string): string => hostsOf(planned, name, guests)
  const files = [...planned.keys()].map((name) => `printf '%s' '${hosts(name)}' > /etc/netns/${name}/hosts`)
  // This is the first process of the namespaces, and all others end with it. It ends when its input closes, so also when this process is killed.
  const script = ['set -eu', ...commands(compose, planned), ...files, 'echo made', 'exec cat'].join('\n')
  const isolated = ['--net', '--mount', '--pid', '--fork', 'sh', '-c', script]
  const holder = spawn('unshare', isolated, { stdio: ['pipe', 'pipe', 'pipe'] })
  await made(holder)
  return {
    hosts,
    address: (name, network) => {
      const found = planned.get(name)?.find((one) => one.network === network)
      if (found === undefined) throw new Error(`${name} is not on ${network}`)
      return found.address
    },
    enter: (name, command) => {
      const processes = `--pid=/proc/${holder.pid}/ns/pid_for_children`
      const inside = ['nsenter', '--target', String(holder.pid), '--mount', '--net', processes]
      return [...inside, 'ip', 'netns', 'exec', name, ...command]
    },
    close: async () => {
      holder.stdin.end()
      if (holder.exitCode === null) await once(holder, 'exit')
    },
  }
}
