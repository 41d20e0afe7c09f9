// The browser's own cryptography. Nothing that is checked with it asks the server or believes it.
import type { Hashing } from '../../game/proof.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** True where the browser has the cryptography to check with: pages from https, and from localhost. */
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
