// The difference between two states of a subject, field by field.

/** A field that is not an object; lists of such values are one. */
export interface FieldChange {
  /** Its name, with dots between the parts. */
  readonly field: string
  /** As text; null where there is none. */
  readonly before: string | null
  readonly after: string | null
  readonly kind: 'added' | 'removed' | 'changed' | 'same'
}

type Fields = ReadonlyMap<string, string>

/** Writes a value as text: a text as it is, all else as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf(value: unknown, name: string, into: Map<string, string>): Map<string, string> {
  if (value === null || value === undefined) return into
  if (isPlainObject(value) && (name === '' || Object.keys(value).length > 0)) {
    for (const [part, inner] of Object.entries(value)) fieldsOf(inner, name === '' ? part : `${name}.${part}`, into)
  } else into.set(name, valueText(value))
  return into
}

function kindOf(before: string | undefined, after: string | undefined): FieldChange['kind'] {
  if (before === after) return 'same'
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/**
 * Compares two values of JSON, and returns each field of either in the order of the first, then of the second. A value that is no object
 * is a field without a name.
 */
export function differenceOf(before: unknown, after: unknown): readonly FieldChange[] {
  const old: Fields = fieldsOf(before, '', new Map())
  const next: Fields = fieldsOf(after, '', new Map())
  return [...new Set([...old.keys(), ...next.keys()])].map((field) => ({
    field,
    before: old.get(field) ?? null,
    after: next.get(field) ?? null,
    kind: kindOf(old.get(field), next.get(field)),
  }))
}
