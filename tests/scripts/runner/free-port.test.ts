// The ports that tests hand to servers: two processes never have the same one, and the system gives them to nobody else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { freePort } from '../../support/runner/free-port.ts'
import { NODE_FLAGS } from '../../support/runner/node-flags.ts'

const COUNT = 300

/** Takes ports in this process. */
async function takePorts(): Promise<number[]> {
  const ports: number[] = []
  for (let taken = 0; taken < COUNT; taken += 1) ports.push(await freePort())
  return ports
}

/** Takes ports in another process, which keeps them until it is released. */
async function takePortsElsewhere(): Promise<{ readonly ports: number[]; release(): void }> {
  const script = `
    import { freePort } from './tests/support/runner/free-port.ts'
    const ports = []
    while (ports.length < ${COUNT}) ports.push(await freePort())
    console.log(JSON.stringify(ports))
    process.stdin.resume()`
  const child = spawn(process.execPath, [...NODE_FLAGS, '--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { ports: JSON.parse(line), release: () => child.stdin.end() }
}

it('no two are the same, in one process or in two at once', async () => {
  const [own, other] = await Promise.all([takePorts(), takePortsElsewhere()])
  other.release()
  expect(new Set([...own, ...other.ports]).size).toBe(2 * COUNT)
})

it.runIf(process.platform === 'linux')('none is one that the system hands out itself', async () => {
  const range = (await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')).trim().split(/\s+/).map(Number)
  const [first = 0, last = 0] = range
  expect(last).toBeGreaterThan(first)
  expect((await takePorts()).filter((port) => port >= first && port <= last)).toEqual([])
})
