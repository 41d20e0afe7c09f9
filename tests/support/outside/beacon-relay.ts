// A relay of a beacon on loopback, which signs with its own key and speaks drand's HTTP, with every fault that a relay
// can have.
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type BeaconChain, roundPoint, roundTime } from '../../../src/game/fairness/beacon.ts'
import { sha256 } from '../../../src/server/beacon/drand/signature.ts'

const { shortSignatures } = bls12_381

/** The relay's behaviour. */
export type RelayFault =
  | 'none'
  | 'down'
  | 'hang'
  | 'wrong'
  | 'other-round'
  | 'other-chain'
  | 'huge'
  | 'garbage'
  | 'redirect'

export interface TestChain {
  readonly chain: BeaconChain
  /** The signed message of a round, as hex. */
  sign(round: number): Promise<string>
}

/** A chain with a key derived from a word. */
export function makeChain(word: string, genesisS = 1_692_803_367): TestChain {
  const hash = createHash('sha256').update(word).digest('hex')
  const { secretKey, publicKey } = shortSignatures.keygen(createHash('sha512').update(word).digest().subarray(0, 48))
  return {
    chain: { hash, publicKey: publicKey.toHex(), genesisS, periodS: 3 },
    sign: async (round) => {
      const point = await roundPoint(shortSignatures, sha256, round)
      return shortSignatures.Signature.toHex(shortSignatures.sign(point, secretKey))
    },
  }
}

export interface TestRelay {
  readonly address: string
  fault: RelayFault
  /** The requested rounds. */
  readonly asked: number[]
  close(): Promise<void>
}

/** @param now decides which rounds exist already */
export async function startRelay({ chain, sign }: TestChain, now: () => number): Promise<TestRelay> {
  const asked: number[] = []
  let fault: RelayFault = 'none'

  async function answer(round: number, response: ServerResponse): Promise<void> {
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (fault === 'hang') return
    if (fault === 'down') return json(500, { error: 'down' })
    if (fault === 'garbage') return json(200, ['no', 'round'])
    if (fault === 'huge') return json(200, { round, signature: 'ab'.repeat(100_000) })
    if (fault === 'redirect') {
      response.writeHead(302, { location: `/${chain.hash}/public/1` }).end()
      return
    }
    if (now() < roundTime(chain, round)) return json(404, { error: 'no such round' })
    const signature = await (fault === 'other-chain' ? makeChain('another') : { sign }).sign(
      fault === 'other-round' ? round - 1 : round,
    )
    json(200, { round, randomness: 'ignored', signature: fault === 'wrong' ? `c0${'0'.repeat(94)}` : signature })
  }

  const server = createServer((request, response) => {
    const [, hash, , round] = (request.url ?? '').split('/')
    if (hash !== chain.hash) {
      response.writeHead(400).end()
      return
    }
    asked.push(Number(round))
    void answer(Number(round), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get fault() {
      return fault
    },
    set fault(other) {
      fault = other
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
