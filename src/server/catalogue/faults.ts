// What is wrong with the catalogue, told so that an operator finds the place at once.
import type { z } from 'zod'
import type { Language } from '../../game/language.ts'
import { type JsonNode, nodeAt } from './json-text.ts'

export interface CatalogueFault {
  /** Path of the file, in the folder as it was given. */
  readonly file: string
  /** 1 for the first line. */
  readonly line: number
  readonly message: string
}

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Russian', uk: 'Ukrainian' }

/** 'data/cases.json:123: case "orion": …', which editors and terminals open at the line. */
export function formatFault({ file, line, message }: CatalogueFault): string {
  return `${file}:${line}: ${message}`
}

/** A file that was read, and the list that its faults go to. */
export interface CheckedFile {
  readonly file: string
  readonly root: JsonNode
  readonly faults: CatalogueFault[]
}

/** Adds a fault on the line of a path. */
export function report(checked: CheckedFile, path: readonly PropertyKey[], message: string): void {
  checked.faults.push({ file: checked.file, line: nodeAt(checked.root, path).line, message })
}

/**
 * Reads a record by its schema; what is wrong with it goes to the faults.
 *
 * @param subject what the record is called in a fault: 'case "orion"'
 * @returns null when it is not of the schema's shape
 */
export function readRecord<T>(
  checked: CheckedFile,
  path: readonly PropertyKey[],
  schema: z.ZodType<T>,
  subject: string,
): T | null {
  const { value } = nodeAt(checked.root, path)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    report(checked, [...path, ...issue.path], `${subject}: ${explain(issue, value)}`)
  }
  return null
}

function explain(issue: z.core.$ZodIssue, record: unknown): string {
  const field = issue.path.map(String).join('.')
  const language = issue.path[0] === 'name' ? LANGUAGE_NAMES[issue.path[1] as Language] : undefined
  const value = issue.path.reduce<unknown>((part, step) => Object(part)[step], record)
  const isAbsent = value === undefined || (typeof value === 'string' && value.trim() === '')
  if (language !== undefined && isAbsent) return `the name is missing in ${language} ("${String(issue.path[1])}")`
  if (value === undefined && issue.code === 'invalid_type') return `"${field}" is missing`
  const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1)
  return field === '' ? message : `"${field}" ${message}`
}

/** What a record is called in a fault: by its own key where it has one, else by its number in the list. */
export function subjectOf(kind: string, record: JsonNode, key: string, at: number): string {
  const id = record.children.get(key)?.value
  return typeof id === 'string' ? `${kind} "${id}"` : `${kind} ${at + 1}`
}
