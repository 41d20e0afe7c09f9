import { randomBytes } from 'node:crypto'

/** Makes a token that nobody can guess: 128 random bits as base64url, 22 letters (protocol/sharing.ts). */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}
