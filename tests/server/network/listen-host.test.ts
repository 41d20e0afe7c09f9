// The default host: both addresses of this machine, and no other.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { firstAddress, isLocalHost, listenAtSecondAddress } from '../../../src/server/network/listen-host.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

async function listening(host: string): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => response.end('here')).listen(0, firstAddress(host))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

const textAt = async (address: string): Promise<string> =>
  (await fetch(address, { headers: { connection: 'close' } })).text()

it.runIf(hasIpv6)('localhost answers at both addresses, until it stops', async () => {
  const { server, port } = await listening('localhost')
  const second = await listenAtSecondAddress(server, 'localhost')
  for (const host of ['127.0.0.1', '[::1]']) expect(await textAt(`http://${host}:${port}`)).toBe('here')
  second.stop()
  await second.ended()
  await expect(textAt(`http://[::1]:${port}`)).rejects.toThrow()
  expect(await textAt(`http://127.0.0.1:${port}`)).toBe('here')
})

it('another host answers at its address alone', async () => {
  const { server, port } = await listening('127.0.0.1')
  const second = await listenAtSecondAddress(server, '127.0.0.1')
  second.stop()
  await second.ended()
  await expect(textAt(`http://[::1]:${port}`)).rejects.toThrow()
})

it.runIf(hasIpv6)('a second address that is in use is a fault', async () => {
  const { server, port } = await listening('localhost')
  const other = createNetServer().listen(port, '::1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  await expect(listenAtSecondAddress(server, 'localhost')).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.example', false],
])('%s is of this machine alone: %s', (host, isLocal) => {
  expect(isLocalHost(host)).toBe(isLocal)
})
