// Faults of the catalogue's files, each with its file and line.
import type { z } from 'zod'
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import type { JsonDocument } from './json-positions.ts'

export interface CatalogueFault {
  /** Path of the file, in the folder as it was given. */
  readonly file: string
  /** 1 for the first line. */
  readonly line: number
  readonly message: string
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** Formats a fault as 'data/cases.json:123: case "orion": …', which editors and terminals open at the line. */
export function formatFault({ file, line, message }: CatalogueFault): string {
  return `${file}:${line}: ${message}`
}

/** Names a language in a fault: 'in Ukrainian ("uk")'. */
export function inLanguage(language: Language): string {
  return `in ${LANGUAGE_NAMES.of(language)} ("${language}")`
}

/** A parsed file, and the list that collects its faults. */
export interface CheckedFile {
  readonly file: string
  readonly json: JsonDocument
  readonly faults: CatalogueFault[]
}

/** Adds a fault on the line of a path. */
export function report(checked: CheckedFile, path: readonly PropertyKey[], message: string): void {
  checked.faults.push({ file: checked.file, line: checked.json.lineOf(path), message })
}

/**
 * Parses a record by its schema; reports what is wrong with it.
 *
 * @param subject what a fault calls the record: 'case "orion"'
 * @returns null when the record does not fit the schema
 */
export function readRecord<T>(
  checked: CheckedFile,
  path: readonly PropertyKey[],
  schema: z.ZodType<T>,
  subject: string,
): T | null {
  const value = path.reduce(fieldOf, checked.json.value)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    report(checked, [...path, ...issue.path], `${subject}: ${explain(issue, value)}`)
  }
  return null
}

/** Returns a field of what may be an object. */
export function fieldOf(record: unknown, key: PropertyKey): unknown {
  return typeof record === 'object' && record !== null && Object.hasOwn(record, key)
    ? Reflect.get(record, key)
    : undefined
}

function explain(issue: z.core.$ZodIssue, record: unknown): string {
  const field = issue.path.map(String).join('.')
  const language = LANGUAGES.find((one) => issue.path[0] === 'name' && issue.path[1] === one)
  const value = issue.path.reduce(fieldOf, record)
  const isAbsent = value === undefined || (typeof value === 'string' && value.trim() === '')
  if (language !== undefined && isAbsent) return `the name is missing ${inLanguage(language)}`
  if (value === undefined && issue.code === 'invalid_type') return `"${field}" is missing`
  const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1)
  return field === '' ? message : `"${field}" ${message}`
}

/** Returns what a fault calls a record: its key where it has one, else its number in the list. */
export function subjectOf(kind: string, record: unknown, key: string, at: number): string {
  const id = fieldOf(record, key)
  return typeof id === 'string' ? `${kind} "${id}"` : `${kind} ${at + 1}`
}
