// The bank's public key: fetched when it is first needed, cached, and fetched again when a signature does not fit, because the bank
// may have changed its key.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { ProviderFailed } from '../provider.ts'

/** A key younger than this is not fetched again: forged events must not cause requests to the bank without limit. */
const REFETCH_AFTER_MS = 60_000

/** The delay after a failed request for the key. The bank repeats its own events a minute later, so none is lost. */
const ASK_AGAIN_AFTER_MS = 30_000

const SIGNATURE = /^[A-Za-z0-9+/]{80,200}={0,2}$/

export interface SignatureCheck {
  /**
   * Tells whether the bank signed a body (ECDSA on P-256 with SHA-256, as DER in base64).
   *
   * @throws ProviderFailed when the key cannot be fetched
   */
  isSigned(body: Buffer, signature: string): Promise<boolean>
}

function readKey(encoded: string): KeyObject {
  let key: KeyObject
  try {
    key = createPublicKey(Buffer.from(encoded, 'base64').toString('utf8'))
  } catch {
    throw new ProviderFailed('monobank returned an invalid key')
  }
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new ProviderFailed('monobank returned a key of another kind')
}

/** Creates the check; `fetchKey` returns the key as the bank encodes it, a PEM in base64. */
export function createSignatureCheck(options: {
  readonly fetchKey: () => Promise<string>
  readonly now: () => number
}): SignatureCheck {
  const { fetchKey, now } = options
  let cached: { readonly key: KeyObject; readonly atMs: number } | undefined
  let coming: Promise<KeyObject> | undefined
  let failed: { readonly cause: unknown; readonly atMs: number } | undefined
  /** In both directions: after a clock was set back, the key can still be fetched. */
  const isWithin = (atMs: number, spanMs: number): boolean => Math.abs(now() - atMs) < spanMs

  const bring = async (): Promise<KeyObject> => {
    try {
      const key = readKey(await fetchKey())
      cached = { key, atMs: now() }
      return key
    } catch (cause) {
      failed = { cause, atMs: now() }
      throw cause
    }
  }
  /** Simultaneous events share one request, and events soon after it share its failure. */
  const refresh = (): Promise<KeyObject> => {
    if (failed !== undefined && isWithin(failed.atMs, ASK_AGAIN_AFTER_MS)) {
      const { cause } = failed
      throw new ProviderFailed('monobank returned no key a moment ago', { cause })
    }
    coming ??= bring().finally(() => {
      coming = undefined
    })
    return coming
  }

  return {
    async isSigned(body, signature) {
      if (!SIGNATURE.test(signature)) return false
      const bytes = Buffer.from(signature, 'base64')
      const fits = (key: KeyObject): boolean => verify('sha256', body, { key, dsaEncoding: 'der' }, bytes)
      const first = cached
      if (first === undefined) return fits(await refresh())
      if (fits(first.key)) return true
      return !isWithin(first.atMs, REFETCH_AFTER_MS) && fits(await refresh())
    },
  }
}
