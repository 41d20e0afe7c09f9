// Where commands look for the pictures of cases.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { picturesFolder } from '../../../scripts/ops/catalogue-options.ts'

it('is that of the sources, and of the current build where these are not, as in the image', async () => {
  const project = await mkdtemp(join(tmpdir(), 'spacedrop-pictures-'))
  try {
    const ofSources = join(project, 'public/assets/img/cases')
    expect(picturesFolder(project)).toBe(ofSources)
    await mkdir(join(project, 'dist/abc/server'), { recursive: true })
    await writeFile(join(project, 'dist/abc/server/entry.mjs'), '')
    await writeFile(join(project, 'dist/current'), 'abc\n')
    expect(picturesFolder(project)).toBe(join(project, 'dist/abc/client/assets/img/cases'))
    await mkdir(ofSources, { recursive: true })
    expect(picturesFolder(project)).toBe(ofSources)
  } finally {
    await rm(project, { recursive: true })
  }
})
