// The hosts of browsers' push services, and how a setting names others.
import { isLoopback } from '../network/safe-address.ts'

/** Of Chrome, Edge and Opera; Firefox; Edge on Windows; Safari. */
export const PUBLIC_PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
]

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/** Tells whether an entry is a host of this machine, with or without its port. */
export function isLoopbackService(entry: string): boolean {
  return isLoopback(entry.replace(/:\d+$/, ''))
}

/** Tells whether a text is a host, `*.` and a host, or a host of this machine with its port. */
export function isPushHost(entry: string): boolean {
  return HOST.test(entry) || isLoopbackService(entry)
}
