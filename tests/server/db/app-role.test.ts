// The role of a live shop's DATABASE_URL is no superuser. PGlite is a PostgreSQL 18, on which the maker of a role may not act as it by that.
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACTS_AS, APP_ROLE, GRANT_APP_ROLE } from '../../../src/server/db/app-role.ts'

let client: PGlite

beforeAll(async () => {
  client = new PGlite()
  await client.exec('create role shop login createrole; set session authorization shop')
})

afterAll(() => client.close())

it('lets the role that made the app’s role act as it', async () => {
  await client.exec(`create role ${APP_ROLE} nologin`)
  const actsAs = async (): Promise<unknown> =>
    (await client.query<{ acts: boolean }>(`select pg_has_role(current_user, '${APP_ROLE}', ${ACTS_AS}) as acts`)).rows
  expect(await actsAs()).toEqual([{ acts: false }])
  await expect(client.exec(`set role ${APP_ROLE}`)).rejects.toThrow('permission denied to set role')
  await client.exec(GRANT_APP_ROLE)
  expect(await actsAs()).toEqual([{ acts: true }])
  await client.exec(`set role ${APP_ROLE}`)
  await client.exec('reset role')
  // Later starts find it granted.
  await client.exec(GRANT_APP_ROLE)
})
