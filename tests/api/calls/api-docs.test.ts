// The OpenAPI document of a sandbox: the calls of the API, and nothing else of the site.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestSite, SITE_URL, type TestSite } from '../../support/sites/site.ts'

interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required: boolean }[]
  readonly responses: Readonly<Record<string, unknown>>
}

describe('the OpenAPI document', () => {
  let site: TestSite
  let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  let document: { readonly servers: readonly object[]; readonly components: object }

  beforeAll(async () => {
    site = await openTestSite('pglite')
    document = (await site.guest().get('/api/docs/json')).body
    paths = (document as unknown as { readonly paths: typeof paths }).paths
  })
  afterAll(() => site.close())

  const operations = () =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )

  it('has the calls of the API alone, and where they are', () => {
    expect(Object.keys(paths)).toContain('/api/case/{url}/open')
    expect(Object.keys(paths).length).toBeGreaterThan(60)
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/') || path.startsWith('/api/docs'))).toEqual([])
    expect(document.servers).toEqual([{ url: SITE_URL }])
    expect(document.components).toMatchObject({ securitySchemes: { session: {}, csrf: {} }, schemas: { Error: {} } })
  })

  it('has a name, the security and the refusals of each call', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('postCaseUrlOpen')
    for (const { path, method, operation } of operations()) {
      const place = `${method} ${path}`
      expect(operation.security, place).toBeInstanceOf(Array)
      for (const status of ['400', '401', '403', '404', '429'])
        expect(operation.responses, place).toHaveProperty(status)
      const isWebhook = path.startsWith('/api/payment/webhook/')
      if (method === 'get' || isWebhook) continue
      expect(operation.responses, place).toHaveProperty('422')
      expect(operation.security[0], place).toEqual({ session: [], csrf: [] })
    }
  })

  it('has every parameter that a path names, and the Idempotency-Key', () => {
    for (const { path, method, operation } of operations()) {
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name)
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name).sort(), `${method} ${path}`).toEqual(named.sort())
      expect(inPath.every(({ required }) => required)).toBe(true)
    }
    const open = paths['/api/case/{url}/open']?.post
    expect(open?.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'Idempotency-Key', schema: { type: 'string', format: 'uuid' } }),
    )
  })
})
