// Reads values from outside (socket, storage) whose shape is unknown.

type Fields = Readonly<Record<string, unknown>>

/** Returns the fields of an object, and no fields for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Parses JSON; returns null for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
