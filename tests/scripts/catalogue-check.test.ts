import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { catalogueFolder } from '../server/catalogue/catalogue-folder.ts'

function runCheck(...places: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/ops.ts', 'catalogue', ...places], (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

describe('catalogue check', () => {
  it('says in one line that a folder is sound', async () => {
    await using place = await catalogueFolder()
    expect(await runCheck('check', place.folder, place.pictures)).toEqual({
      code: 0,
      out: `${place.folder}: 2 skins, 8 items, 1 cases in 1 categories, returning 90.7 % to 90.7 %: no faults\n`,
      err: '',
    })
  })

  it('names the line of a fault, and fails', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', '199800', '199801')
    expect(await runCheck('check', place.folder, place.pictures)).toEqual({
      code: 1,
      out: '',
      err: `${place.folder}/cases.json:14: case "orion": the tickets sum to 1000001, not to 1000000\n${place.folder}: 1 fault\n`,
    })
  })

  it('explains itself when it is called without a command', async () => {
    const { code, err } = await runCheck()
    expect(code).toBe(2)
    expect(err).toContain('Usage: npm run catalogue')
  })
})
