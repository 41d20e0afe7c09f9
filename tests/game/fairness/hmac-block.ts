/** Returns a block of 32 bytes, as an HMAC has, that begins with these chunks of six bytes. */
export function blockOf(chunks: readonly number[]): Uint8Array {
  const block = new Uint8Array(32)
  chunks.forEach((chunk, at) => {
    for (let byte = 0; byte < 6; byte++) block[at * 6 + byte] = Math.floor(chunk / 256 ** (5 - byte)) % 256
  })
  return block
}
