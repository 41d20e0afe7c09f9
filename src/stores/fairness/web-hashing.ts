// Hashing by the browser's own cryptography: checks do not depend on the server.
import { hexOf } from '../../game/fairness/beacon.ts'
import type { Hashing } from '../../game/fairness/proof.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Tells whether the browser offers its cryptography, which it does on https and localhost only. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

const sha256Bytes: Hashing['sha256Bytes'] = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export const webHashing: Hashing = {
  sha256: async (text) => hexOf(await sha256Bytes(bytesOf(text))),
  sha256Bytes,
  hmac: (serverSeed) => {
    const usages: KeyUsage[] = ['sign']
    const key = crypto.subtle.importKey('raw', bytesOf(serverSeed), { name: 'HMAC', hash: 'SHA-256' }, false, usages)
    return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', await key, bytesOf(message)))
  },
}
