// Hashing by the browser's own cryptography: checks do not depend on the server.
import type { Hashing } from '../../game/proof.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Tells whether the browser offers its cryptography, which it does on https and localhost only. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

export const webHashing: Hashing = {
  sha256: async (text) => hexOf(await crypto.subtle.digest('SHA-256', bytesOf(text))),
  hmac: (serverSeed) => {
    const usages: KeyUsage[] = ['sign']
    const key = crypto.subtle.importKey('raw', bytesOf(serverSeed), { name: 'HMAC', hash: 'SHA-256' }, false, usages)
    return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', await key, bytesOf(message)))
  },
}
