// Endings of its own: Next looks for `middleware` and `instrumentation` in the folders above too, and would build ours.
export default { poweredByHeader: false, pageExtensions: ["floor.jsx", "floor.js"] };
