// drand over HTTP: relays are asked one after the other, and none is believed. What counts is the signature of the chain.
import { z } from 'zod'
import type { BeaconChain } from '../../../game/beacon.ts'
import { type Fetch, RequestFailed, requestText } from '../../http/bounded-request.ts'
import { type Beacon, BeaconSilent, type Beat } from '../beacon.ts'
import { checkedRandomness } from './signature.ts'

const TIMEOUT_MS = 5_000
const BYTES_MAX = 4_096

/** What a relay answers for a round that has not come yet. */
const TOO_EARLY = new Set([404, 425])

const roundSchema = z.object({ round: z.int(), signature: z.string() })

export interface DrandParts {
  readonly chain: BeaconChain
  /** Addresses of relays, without a slash at the end, asked in this order. */
  readonly relays: readonly string[]
  readonly fetch: Fetch
  /** How long a relay may take. */
  readonly timeoutMs?: number
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The beacon over its relays. */
export function createDrand({ chain, relays, fetch, timeoutMs = TIMEOUT_MS }: DrandParts): Beacon {
  /** What one relay has to say; a text says why it is not taken, `early` that it knows no such round yet. */
  async function ask(relay: string, round: number): Promise<Beat | 'early' | { readonly fault: string }> {
    const address = `${relay}/${chain.hash}/public/${round}`
    const limits = { deadline: AbortSignal.timeout(timeoutMs), bytesMax: BYTES_MAX }
    const { status, text } = await requestText(fetch, address, { method: 'GET' }, limits)
    if (TOO_EARLY.has(status)) return 'early'
    if (status !== 200) return { fault: `answered ${status}` }
    const read = roundSchema.safeParse(parsed(text))
    if (!read.success) return { fault: 'answered with something else' }
    if (read.data.round !== round) return { fault: `answered with round ${read.data.round}` }
    const signature = read.data.signature.toLowerCase()
    const randomness = await checkedRandomness(chain, { round, signature })
    return randomness === null
      ? { fault: 'answered with a signature that is not the chain’s' }
      : { signature, randomness }
  }

  return {
    chain,
    read: async (round) => {
      const faults: string[] = []
      for (const relay of relays) {
        try {
          const said = await ask(relay, round)
          if (said !== 'early' && 'randomness' in said) return said
          if (said !== 'early') faults.push(`${relay} ${said.fault}`)
        } catch (error) {
          if (!(error instanceof RequestFailed)) throw error
          faults.push(`${relay}: ${error.message}`)
        }
      }
      if (faults.length === 0) return null
      throw new BeaconSilent(`round ${round}: ${faults.join('; ')}`)
    },
  }
}
