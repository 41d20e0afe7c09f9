// The cookies of a response, as Set-Cookie lines.
import type { Answer } from '../sites/site.ts'

/** All of them. */
export function setCookies(answer: Answer): string[] {
  return [answer.headers['set-cookie'] ?? []].flat()
}

/** The one of a name; empty when it is not set. */
export function cookieLine(answer: Answer, name: string): string {
  return setCookies(answer).find((line) => line.startsWith(`${name}=`)) ?? ''
}
