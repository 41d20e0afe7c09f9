// What each call to the API contains.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { get, post } from '../../../src/stores/kernel/api.ts'

const calls: { path: string; init: RequestInit }[] = []

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('document', { cookie: 'token=t; XSRF-TOKEN=signed' })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ path, init })
    return Response.json({ success: true })
  })
})

afterEach(() => vi.unstubAllGlobals())

it('every call goes below /api, with cookies and the token', async () => {
  await get('/user/get')
  await post('/user/logout')
  expect(calls.map(({ path }) => path)).toEqual(['/api/user/get', '/api/user/logout'])
  for (const { init } of calls) {
    expect(init.credentials).toBe('include')
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer t')
  }
})

it('a call that changes something sends the CSRF token of the cookie in a header', async () => {
  await post('/user/items/sell', { ids: [], isAll: true })
  expect(new Headers(calls[0]?.init.headers).get('x-xsrf-token')).toBe('signed')
})
