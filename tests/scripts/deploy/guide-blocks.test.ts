// Every shell block of the operating guide is run by tests/guide, or marked with what it needs: the guide cannot drift unnoticed.
import { describe, expect, it } from 'vitest'
import { classify, readGuide } from '../../guide/classify.ts'
import { readShellBlocks } from '../../guide/shell-blocks.ts'

const GUIDE = `# Guide

## Start

\`\`\`sh
npm start
\`\`\`

<!-- outside: needs a domain -->
\`\`\`bash
certbot --nginx
\`\`\`

Run \`npm run ops -- check\` then.

1. In a list:

   \`\`\`
   npm run ops -- list
   \`\`\`

\`\`\`ini
[Unit]
\`\`\`
`

const STEPS = [
  ['start', { section: 'Start', begins: 'npm start' }],
  ['check', { section: 'Start', begins: 'npm run ops -- check', inline: true }],
  ['list', { section: 'Start', begins: 'npm run ops -- list' }],
] as const

describe('the shell blocks of a guide', () => {
  it('are those in a language of shells or in none, with their heading and mark', () => {
    expect(readShellBlocks(GUIDE).blocks).toEqual([
      { section: 'Start', commands: 'npm start', outside: null },
      { section: 'Start', commands: 'certbot --nginx', outside: 'needs a domain' },
      { section: 'Start', commands: 'npm run ops -- list', outside: null },
    ])
  })

  it('are run or marked', () => {
    const { run, outside, faults } = classify(GUIDE, STEPS)
    expect(faults).toEqual([])
    expect(run.map(({ commands }) => commands)).toEqual(['npm start', 'npm run ops -- list'])
    expect(outside.map(({ commands }) => commands)).toEqual(['certbot --nginx'])
  })

  it('are named when they are neither, or both', () => {
    expect(classify(GUIDE, STEPS.slice(0, 2)).faults).toEqual([
      '"npm run ops -- list" below "Start": is neither run nor marked. Add it to tests/guide/steps.ts, or a mark above it',
    ])
    const both = ['both', { section: 'Start', begins: 'certbot' }] as const
    expect(classify(GUIDE, [...STEPS, both]).faults).toEqual([
      '"certbot --nginx" below "Start": is marked as outside and is run: choose one',
    ])
  })

  it('are missed when a step names none, and a mark without a block is found', () => {
    const gone = ['gone', { section: 'Start', begins: 'npm run ops -- gone', inline: true }] as const
    expect(classify(GUIDE, [...STEPS, gone]).faults).toEqual([
      'Step "gone": the guide has no such commands below "Start"',
    ])
    expect(classify(GUIDE.replace('```bash\ncertbot --nginx\n```', 'certbot'), STEPS).faults).toEqual([
      '"needs a domain": the mark has no shell block right below it',
    ])
  })

  it('of the guide are all run or marked', () => {
    expect(classify(readGuide()).faults).toEqual([])
  })
})
