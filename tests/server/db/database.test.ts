// The database interface: what it retries, what it passes on, and that several processes can migrate one schema in
// parallel.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFault, REFUSED, violatesConstraint, withRetries } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { DATABASE_KINDS, type OwnedDatabase, openScratch, scratchPostgres } from '../../support/databases/databases.ts'

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => databaseFault(error),
  )

class WithCode extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

describe('retries', () => {
  /** Work that fails a number of times with a code. */
  const failing = (code: string, times: number) => {
    let left = times
    return async () => {
      if (left-- > 0) throw new Error('wrapped', { cause: new WithCode(code) })
      return 'done'
    }
  }

  it.each(['40001', '40P01'])('continue after %s, at most seven times, and report each', async (code) => {
    const told: string[] = []
    expect(await withRetries(failing(code, 7), (one) => told.push(one))).toBe('done')
    expect(told).toEqual(Array.from({ length: 7 }, () => code))
    await expect(withRetries(failing(code, 8), () => undefined)).rejects.toThrow('wrapped')
  })

  it.each(['23505', 'SD001', '57014', 'ECONNREFUSED', '08006'])('do not happen after %s', async (code) => {
    const told: string[] = []
    await expect(withRetries(failing(code, 1), (one) => told.push(one))).rejects.toThrow()
    expect(told).toEqual([])
  })

  it('pass on errors that are not from a database', async () => {
    await expect(
      withRetries(
        () => Promise.reject(new TypeError('ours')),
        () => undefined,
      ),
    ).rejects.toThrow('ours')
    expect(databaseFault(new Error('x', { cause: 'y' }))).toBeNull()
    expect(databaseFault('40001')).toBeNull()
  })
})

describe.each(DATABASE_KINDS)('%s', (kind) => {
  let db: OwnedDatabase
  const retries: string[] = []

  beforeAll(async () => {
    db = await openScratch(kind, 5, (code) => retries.push(code))
    await db.asOwner('create table things (id int primary key, n int not null constraint n_small check (n < 10))')
    await db.asOwner('grant all on things to spacedrop_app')
    await db.queries.execute('insert into things values (1, 0), (2, 0)')
  })

  afterAll(() => db.close())

  const thing = async (id: number) =>
    (await db.run<{ n: number }>({ name: 'thing', text: 'select n from things where id = $1' }, [id]))[0]?.n

  it('names the violated constraint, for any statement', async () => {
    const direct = db.run({ name: 'doubled', text: 'insert into things values ($1, 0)' }, [1])
    const built = db.queries.execute('insert into things values (1, 0)')
    for (const work of [direct, built]) {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(violatesConstraint(error, 'things_pkey')).toBe(true)
      expect(violatesConstraint(error, 'n_small')).toBe(false)
    }
    expect(await faultOf(db.queries.execute('update things set n = 10'))).toMatchObject({
      code: '23514',
      constraint: 'n_small',
    })
  })

  it('rolls back a statement that refuses, with the reason', async () => {
    const text = `with up as (update things set n = n + 1 where id = $1 returning n) select refuse('no') from up`
    expect(await faultOf(db.run({ name: 'refusing', text }, [1]))).toMatchObject({ code: REFUSED, message: 'no' })
    expect(await thing(1)).toBe(0)
  })

  it('keeps the connection after a refused statement', async () => {
    const text = `select refuse('no') from things`
    const process = () => db.run<{ pid: number }>({ name: 'process', text: 'select pg_backend_pid() as pid' }, [])
    const before = await process()
    for (let times = 0; times < 3; times++)
      expect(await faultOf(db.run({ name: 'refused', text }, []))).toMatchObject({ code: REFUSED })
    expect(await process()).toEqual(before)
  })

  it('rolls back a transaction that throws', async () => {
    const work = db.transaction(async (tx) => {
      await tx.execute('update things set n = 5')
      throw new Error('on second thoughts')
    })
    await expect(work).rejects.toThrow('on second thoughts')
    expect(await thing(1)).toBe(0)
  })

  it('resolves a deadlock by a retry, so that both transactions succeed', async () => {
    let met: (() => void) | undefined
    const meeting = new Promise<void>((resolve) => {
      met = resolve
    })
    let there = 0
    const cross = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await tx.execute(`update things set n = n + 1 where id = ${first}`)
        if (++there === 2) met?.()
        // PGlite runs one transaction at a time, so they never overlap there.
        if (kind === 'postgres' && there <= 2) await meeting
        await tx.execute(`update things set n = n + 1 where id = ${second}`)
      })
    await Promise.all([cross(1, 2), cross(2, 1)])
    expect([await thing(1), await thing(2)]).toEqual([2, 2])
    // The retry may take the row before the other wakes, and meet it once more.
    expect([...new Set(retries)]).toEqual(kind === 'postgres' ? ['40P01'] : [])
  })

  it('works as the role that cannot change the ledger', async () => {
    expect(await db.run({ name: 'who', text: 'select current_user::text as who' }, [])).toEqual([
      { who: 'spacedrop_app' },
    ])
    const inside = await db.transaction((tx) => tx.execute('select current_user::text as who'))
    expect((inside as unknown as { rows: unknown[] }).rows).toEqual([{ who: 'spacedrop_app' }])
  })
})

describe.runIf(DATABASE_KINDS.includes('postgres'))('several processes', () => {
  it('can migrate one empty PostgreSQL in parallel', async () => {
    const { url, drop } = await scratchPostgres()
    const options = { url, connections: 1, onRetry: () => undefined, onIdleFault: () => undefined }
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(options)))
    for (const db of opened) {
      expect(await db.run({ name: 'accounts', text: 'select id from accounts order by id' }, [])).toHaveLength(
        Object.keys(HOUSE_ACCOUNTS).length,
      )
      await db.close()
    }
    await drop()
  })
})

it('PGlite keeps its data when it is opened again', async () => {
  const root = await mkdtemp(join(tmpdir(), 'spacedrop-pglite-'))
  const folder = join(root, 'pglite')
  const first = await openPglite({ folder, onRetry: () => undefined })
  await first.queries.execute("insert into catalogue_items values ('x', '{}')")
  await first.close()
  const second = await openPglite({ folder, onRetry: () => undefined })
  expect(await second.run({ name: 'items', text: 'select id from catalogue_items' }, [])).toEqual([{ id: 'x' }])
  await second.close()
  await rm(root, { recursive: true })
})
