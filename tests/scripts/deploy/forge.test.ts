// The files that a forge and its robots read: the workflow runs the project's own check, the forms of issues are complete, and updates of
// packages wait for a week.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const stepSchema = z.union([
  z.strictObject({
    // By the hash of a commit: a tag can be moved.
    uses: z.string().regex(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/),
    with: z.record(z.string(), z.union([z.string(), z.boolean(), z.number()])).optional(),
  }),
  z.strictObject({ name: z.string().optional(), run: z.string() }),
])

const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({ push: z.object({ branches: z.array(z.string()) }), pull_request: z.null() }),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.string(),
      container: z.strictObject({ image: z.string(), options: z.string() }),
      'timeout-minutes': z.number(),
      strategy: z.strictObject({ 'fail-fast': z.boolean(), matrix: z.record(z.string(), z.array(z.number())) }),
      steps: z.array(stepSchema).min(1),
    }),
  ),
})

const required = z.strictObject({ required: z.boolean() })
const labelled = { label: z.string(), description: z.string().optional() }
const fieldSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) }),
  z.strictObject({
    type: z.enum(['input', 'textarea']),
    id: z.string(),
    attributes: z.strictObject(labelled),
    validations: required,
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id: z.string(),
    attributes: z.strictObject({ ...labelled, options: z.array(z.string()).min(2) }),
    validations: required,
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id: z.string(),
    attributes: z.strictObject({
      ...labelled,
      options: z.array(z.strictObject({ label: z.string(), required: z.boolean() })),
    }),
  }),
])

const formSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(fieldSchema).min(2),
})

describe('the workflow', () => {
  const { jobs } = workflowSchema.parse(parse(read('.github/workflows/ci.yml')))

  it('runs the same check as everyone, with three versions of Node', () => {
    const { check } = jobs
    expect(Object.keys(jobs)).toEqual(['check'])
    expect(check?.strategy.matrix).toEqual({ node: [20, 22, 24] })
    expect(check?.container.image).toContain(`\${{ matrix.node }}`)
    expect(check?.steps.at(-1)).toEqual({ run: '.ci/run' })
  })
})

describe('the forms of issues', () => {
  const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml')

  it('are one for a bug and one for a wish', () => {
    expect(forms.sort()).toEqual(['bug.yml', 'wish.yml'])
  })

  it.each(forms)('%s has what a form needs, each field once', (name) => {
    const { body } = formSchema.parse(parse(read(`.github/ISSUE_TEMPLATE/${name}`)))
    const ids = body.flatMap((field) => ('id' in field ? [field.id] : []))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it('updates of packages wait for a week, and are exact', () => {
  expect(JSON.parse(read('renovate.json'))).toMatchObject({ minimumReleaseAge: '7 days', rangeStrategy: 'pin' })
})

it('editors indent and end lines as the formatter does', () => {
  const { formatter } = JSON.parse(read('biome.json')) as { formatter: { indentWidth: number; lineWidth: number } }
  const rules = read('.editorconfig')
  expect(rules).toContain(`indent_size = ${formatter.indentWidth}\n`)
  expect(rules).toContain(`max_line_length = ${formatter.lineWidth}\n`)
})
