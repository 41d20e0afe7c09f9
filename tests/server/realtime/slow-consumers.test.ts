// The limit of waiting data for a client: 500 packets and 1 MB, not one more.
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type Connection, dropConnection, isSlow, pendingFor } from '../../../src/server/realtime/slow-consumers.ts'

function connection(waiting: readonly string[], buffered?: number, ended: string[] = []): Connection {
  return {
    id: 'c',
    request: {} as IncomingMessage,
    writeBuffer: waiting.map((data) => ({ data })),
    transport:
      buffered === undefined ? {} : { socket: { bufferedAmount: buffered, terminate: () => ended.push('cut') } },
    close: (discard) => ended.push(discard ? 'discarded' : 'closed'),
  }
}

describe('a client', () => {
  it('may have 500 packets waiting, not 501', () => {
    expect(isSlow(connection(Array(500).fill('x')))).toBe(false)
    expect(isSlow(connection(Array(501).fill('x')))).toBe(true)
  })

  it('may have 1 MB waiting, in its transport and before it together', () => {
    expect(isSlow(connection([], 1_048_576))).toBe(false)
    expect(isSlow(connection([], 1_048_577))).toBe(true)
    expect(isSlow(connection(['x'.repeat(576)], 1_048_000))).toBe(false)
    expect(isSlow(connection(['x'.repeat(577)], 1_048_000))).toBe(true)
  })

  it('is measured in bytes, not letters', () => {
    expect(pendingFor(connection(['Привіт']))).toEqual({ packets: 1, bytes: 12 })
  })

  it('is disconnected without a close packet', () => {
    const ended: string[] = []
    dropConnection(connection([], 0, ended))
    expect(ended).toEqual(['cut', 'discarded'])
  })
})
