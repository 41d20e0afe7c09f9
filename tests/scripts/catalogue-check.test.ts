import { describe, expect, it } from 'vitest'
import { createCatalogue } from '../../scripts/ops/program.ts'
import { catalogueFolder } from '../server/catalogue/catalogue-folder.ts'
import { runProgram } from '../support/command.ts'

const runCatalogue = (...args: readonly string[]) => runProgram(createCatalogue, args)

describe('catalogue check', () => {
  it('reports in one line that a folder has no faults', async () => {
    await using place = await catalogueFolder()
    expect(await runCatalogue('check', place.folder, place.pictures)).toEqual({
      code: 0,
      out: `${place.folder}: 2 skins, 8 items, 1 cases in 1 categories, returning 90.7 % to 90.7 %: no faults\n`,
      err: '',
    })
  })

  it('names the line of a fault, and fails', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', '199800', '199801')
    expect(await runCatalogue('check', place.folder, place.pictures)).toEqual({
      code: 1,
      out: '',
      err: `${place.folder}/cases.json:14: case "orion": the tickets sum to 1000001, not to 1000000\n${place.folder}: 1 fault\n`,
    })
  })

  it('prints its help without a command', async () => {
    const { code, out, err } = await runCatalogue()
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^Usage: npm run catalogue -- \[options\] \[command\]\n/)
  })
})
