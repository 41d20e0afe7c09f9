// drand over HTTP: relays are asked one after another, and none is trusted. The chain's signature is verified.
import { z } from 'zod'
import type { BeaconChain } from '../../../game/fairness/beacon.ts'
import { type Fetch, RequestFailed, requestText } from '../../network/bounded-request.ts'
import { type Beacon, type BeaconRound, BeaconUnavailable } from '../beacon.ts'
import { verifyRandomness } from './signature.ts'

const TIMEOUT_MS = 5_000
const BYTES_MAX = 4_096

/** What a relay answers for a round that has not happened yet. */
const TOO_EARLY = new Set([404, 425])

const roundSchema = z.object({ round: z.int(), signature: z.string() })

export interface DrandParts {
  readonly chain: BeaconChain
  /** Base URLs of relays, without a slash at the end, in the order in which they are asked. */
  readonly relays: readonly string[]
  readonly fetch: Fetch
  /** The timeout of one relay. */
  readonly timeoutMs?: number
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes the beacon over its relays. */
export function createDrand({ chain, relays, fetch, timeoutMs = TIMEOUT_MS }: DrandParts): Beacon {
  /** Asks one relay; a fault says why its answer is rejected, `early` that the round has not happened yet. */
  async function fetchRound(relay: string, round: number): Promise<BeaconRound | 'early' | { readonly fault: string }> {
    const address = `${relay}/${chain.hash}/public/${round}`
    const limits = { deadline: AbortSignal.timeout(timeoutMs), bytesMax: BYTES_MAX }
    const { status, text } = await requestText(fetch, address, { method: 'GET' }, limits)
    if (TOO_EARLY.has(status)) return 'early'
    if (status !== 200) return { fault: `answered ${status}` }
    const read = roundSchema.safeParse(parsed(text))
    if (!read.success) return { fault: 'returned something else' }
    if (read.data.round !== round) return { fault: `returned round ${read.data.round}` }
    const signature = read.data.signature.toLowerCase()
    const randomness = await verifyRandomness(chain, { round, signature })
    return randomness === null ? { fault: 'returned a signature that is not the chain’s' } : { signature, randomness }
  }

  return {
    chain,
    read: async (round) => {
      const faults: string[] = []
      for (const relay of relays) {
        try {
          const result = await fetchRound(relay, round)
          if (result !== 'early' && 'randomness' in result) return result
          if (result !== 'early') faults.push(`${relay} ${result.fault}`)
        } catch (error) {
          if (!(error instanceof RequestFailed)) throw error
          faults.push(`${relay}: ${error.message}`)
        }
      }
      if (faults.length === 0) return null
      throw new BeaconUnavailable(`round ${round}: ${faults.join('; ')}`)
    },
  }
}
