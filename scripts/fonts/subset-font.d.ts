// What subset-font does not say of itself: https://github.com/papandreou/subset-font
declare module 'subset-font' {
  /** Returns a font with the given characters alone. */
  function subsetFont(
    font: Buffer,
    characters: string,
    options?: {
      readonly variationAxes?: Readonly<Record<string, number | { readonly min?: number; readonly max?: number }>>
    },
  ): Promise<Buffer>

  // biome-ignore lint/style/noDefaultExport: the package has one
  export { subsetFont as default }
}
