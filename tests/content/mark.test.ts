// The mark of a shop: what drawing programs leave behind is removed, and everything that could run, load or style is refused.
import { describe, expect, it } from 'vitest'
import { readMark, readWordmark, wordmarkShare } from '../../src/content/brand/mark.ts'
import { readDrawing } from '../art/well-formed.ts'

const PATH = '<path d="M2 2H62V62Z" fill="#fff"/>'
const svg = (content: string, attributes = 'viewBox="0 0 64 64"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

function faultOf(text: string): string {
  const read = readMark(text)
  return 'fault' in read ? read.fault : ''
}

function markOf(text: string): string {
  const read = readMark(text)
  if ('fault' in read) throw new Error(read.fault)
  return read.svg
}

describe('a mark', () => {
  it('is put into a square of 64 units from a box of any size', () => {
    const mark = markOf(svg(PATH, 'width="300" height="100" viewBox="0 0 300 100"'))
    expect(mark).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
        '<svg width="64" height="64" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">' +
        `${PATH}</svg></svg>`,
    )
    readDrawing(mark)
  })

  it('loses what drawing programs leave behind', () => {
    const mark = markOf(
      `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Created with Inkscape -->
${svg(
  `<title>Logo</title><metadata><rdf:RDF><cc:Work rdf:about="x">text</cc:Work></rdf:RDF></metadata><sodipodi:namedview id="v"/>
   <g inkscape:label="Layer 1" id="layer1" data-name="Layer">${PATH}</g>`,
  'version="1.1" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 64 64"',
)}`,
    )
    expect(mark).toContain(`<g id="mark-layer1">${PATH}</g>`)
    expect(mark).not.toMatch(/Logo|rdf|sodipodi|inkscape|Created|DOCTYPE|data-name/)
    readDrawing(mark)
  })

  it('names its own parts, under ids that no other drawing has', () => {
    const mark = markOf(
      svg(
        '<defs><linearGradient id="glow"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="p" xlink:href="#glow"/></defs>' +
          '<rect width="64" height="64" fill="url(#p)"/>',
      ),
    )
    expect(mark).toContain('<linearGradient id="mark-glow">')
    expect(mark).toContain('fill="url(#mark-p)"')
    expect(mark).toContain('<linearGradient id="mark-p" href="#mark-glow"/>')
  })

  it.each([
    ['<script>alert(1)</script>', 'has <script>'],
    ['<SCRIPT>alert(1)</SCRIPT>', 'has <SCRIPT>'],
    ['<foreignObject><body/></foreignObject>', 'has <foreignObject>'],
    ['<a href="https://a.example"><path d="M0 0"/></a>', 'has <a>'],
    ['<use href="#a"/>', 'has <use>: only shapes, groups and gradients draw here'],
    ['<image href="https://a.example/x.png"/>', 'has <image>'],
    ['<animate attributeName="href" to="javascript:alert(1)"/>', 'has <animate>'],
    ['<set attributeName="onload" to="alert(1)"/>', 'has <set>'],
    ['<style>*{fill:url(https://a.example)}</style>', 'has <style>'],
    ['<path onload="alert(1)" d="M0 0"/>', 'has the handler onload: a drawing runs nothing'],
    ['<path ONCLICK="alert(1)" d="M0 0"/>', 'has the handler ONCLICK'],
    ['<path style="fill:red" d="M0 0"/>', 'has the attribute style: write fill="…"'],
    ['<path class="a" d="M0 0"/>', 'has the attribute class'],
    ['<path filter="url(#a)" d="M0 0"/>', 'has the attribute filter at <path>, which no drawing needs'],
    ['<linearGradient href="https://a.example/x.svg#a"/>', 'refers to "https://a.example/x.svg#a"'],
    ['<linearGradient href="data:image/svg+xml,x"/>', 'refers to "data:image/svg+xml,x"'],
    ['<linearGradient xlink:href="//a.example/x.svg#a"/>', 'refers to "//a.example/x.svg#a"'],
    ['<linearGradient href="java&#115;cript:alert(1)"/>', 'write it without & and'],
    ['<path fill="url( https://a.example/x )" d="M0 0"/>', 'refers to "url( https://a.example/x )"'],
    ['<path fill="u\\72l(https://a.example)" d="M0 0"/>', 'write it without & and'],
    ['<text x="1" y="9">ORBIT</text>', 'has <text>'],
    ['ORBIT', 'has the text "ORBIT": draw letters as paths'],
    ['<path d="M0 0">', 'closes what is not open'],
    ['<path d=M0/>', 'is no SVG at "<path d=M0/>"'],
    ['<path d="M0 0" d=/>', 'is no SVG at'],
    ['<![CDATA[<script>]]>', 'is no SVG at'],
  ])('with %j is refused', (content, fault) => {
    expect(faultOf(svg(content))).toContain(fault)
  })

  it.each([
    ['', 'is no SVG'],
    ['<html></html>', 'has <html>'],
    ['<g viewBox="0 0 1 1"></g>', 'everything has to be in one <svg>'],
    [`${svg(PATH)}${svg(PATH)}`, 'everything has to be in one <svg>'],
    [`${svg(PATH)}<path d="M0 0"/>`, 'everything has to be in one <svg>'],
    [svg(PATH, 'width="64" height="64"'), 'has no viewBox such as viewBox="0 0 64 64"'],
    [svg(PATH, 'viewBox="0 0 0 64"'), 'has no viewBox'],
    [svg(PATH, 'viewBox="a b c d"'), 'has no viewBox'],
    [`<!DOCTYPE svg [<!ENTITY x "y">]>${svg(PATH)}`, 'is no SVG'],
    [svg(`<path d="${'M0 0'.repeat(6000)}"/>`), 'bytes; 20000 at most'],
    [`<svg viewBox="0 0 1 1">${PATH}`, '<svg> has no end'],
  ])('that is %j is refused', (text, fault) => {
    expect(faultOf(text)).toContain(fault)
  })
})

describe('a wordmark', () => {
  it('is 64 units high and as wide as its box has it, under ids of its own', () => {
    const read = readWordmark(svg(`<g id="a">${PATH}</g>`, 'viewBox="10 10 300 100"'))
    if ('fault' in read) throw new Error(read.fault)
    expect(read.svg).toContain('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 64">')
    expect(read.svg).toContain('<g id="wordmark-a">')
    expect(wordmarkShare(read.svg)).toBe(3)
    readDrawing(read.svg)
  })

  it.each([
    [1.5, undefined],
    [8, undefined],
    [1.4, 'is 1.4 times as wide as high; 1.5 to 8 times fit beside the mark'],
    [8.2, 'is 8.2 times as wide as high; 1.5 to 8 times fit beside the mark'],
  ])('%d times as wide as high is %s', (share, fault) => {
    const read = readWordmark(svg(PATH, `viewBox="0 0 ${share * 10} 10"`))
    expect('fault' in read ? read.fault : undefined).toBe(fault)
  })

  it('may run nothing, as a mark', () => {
    const read = readWordmark(svg('<script>alert(1)</script>', 'viewBox="0 0 300 100"'))
    expect('fault' in read && read.fault).toContain('has <script>')
  })
})
