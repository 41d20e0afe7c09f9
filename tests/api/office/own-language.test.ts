// The language of a member: none until they choose, and theirs from then on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { openTestOffice, type TestOffice } from '../../support/office/office.ts'

describe.each(SUITE_KINDS)('the language of a member on %s', (kind) => {
  let office: TestOffice

  beforeAll(async () => {
    office = await openTestOffice(kind)
  })

  afterAll(() => office.close())

  it('is none until it is chosen', async () => {
    const member = await office.member('finance', 'Finn')
    const language = async () => (await member.get('/session')).body.staff.language
    expect(await language()).toBeNull()
    await member.call('PUT', '/office/api/session/language', { language: 'uk' })
    expect(await language()).toBe('uk')
    await member.call('PUT', '/office/api/session/language', { language: 'en' })
    expect(await language()).toBe('en')
  })
})
