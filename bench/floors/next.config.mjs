// Next also looks for `middleware` and `instrumentation` in the folders above and would build ours, so these files have
// endings of their own.
export default { poweredByHeader: false, pageExtensions: ["floor.jsx", "floor.js"] };
