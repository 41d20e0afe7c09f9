// Every command that changes something names the system's user in the audit, in the transaction of the act.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOps } from '../../../scripts/ops/program.ts'
import { osUser } from '../../../src/server/base/author.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { catalogueFolder } from '../../server/catalogue/catalogue-folder.ts'
import { runOps } from '../../support/runner/command.ts'
import { type CommandScene, closeCommandScene, newFolder, openCommandScene } from './command-scene.ts'
import { ACTS, NO_ACTS } from './recorded-runs.ts'

/** The names of all commands, groups without an action of their own left out. */
function namesOf(command: Command, above = ''): string[] {
  return command.commands.flatMap((one) => {
    const name = `${above} ${one.name()}`.trim()
    const below = namesOf(one, name)
    const isRun = Reflect.get(one, '_actionHandler') !== null
    return isRun || below.length === 0 ? [name, ...below] : below
  })
}

describe('commands in the audit', () => {
  let scene: CommandScene

  beforeAll(async () => {
    scene = await openCommandScene()
  })

  afterAll(() => closeCommandScene(scene))

  const rows = () =>
    queryRows<{ verb: string; kind: string; actor: string }>(
      scene.database.db.queries,
      'select verb, actor_kind as kind, actor from audit order by position',
    )

  it('are all listed: those that change something, and those that do not', () => {
    const write = (): void => undefined
    const program = createOps({ writeOut: write, writeErr: write, env: {}, exit: write })
    const listed = [...Object.keys(ACTS), ...Object.keys(NO_ACTS)]
    expect(namesOf(program).toSorted()).toEqual(listed.toSorted())
  })

  it.each(Object.entries(ACTS))(
    'name their author: %s',
    async (name, [verb, prepare]) => {
      const { args, environment } = await prepare(scene)
      const before = (await rows()).length
      const settings = { DATA_DIR: scene.database.folder, PORT: '1', ...environment }
      const { code, err } = await runOps([...name.split(' '), ...args], settings, scene.database.db)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const added = (await rows()).slice(before)
      expect(added).toContainEqual({ verb, kind: 'command', actor: osUser() })
      expect(added.filter(({ kind }) => kind !== 'command')).toEqual([])
    },
    120_000,
  )

  it('write a folder without a row, and none when the shop would be wrong', async () => {
    await using place = await catalogueFolder()
    const before = (await rows()).length
    const list = join(await newFolder(scene), 'list.csv')
    await writeFile(list, 'market_hash_name,price\nAK-47 | Redline (Factory New),1.02\n')
    const run = ['prices', 'import', list, '--folder', place.folder, '--pictures', place.pictures]
    expect((await runOps(run, {}, scene.database.db)).code).toBe(0)
    const folder = await newFolder(scene)
    await writeFile(join(folder, 'cases.json'), '{}')
    const refused = await runOps(
      ['shop', 'import', folder],
      { DATA_DIR: scene.database.folder, PORT: '1' },
      scene.database.db,
    )
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cases.json:1: ') })
    expect((await rows()).length).toBe(before)
  })
})
