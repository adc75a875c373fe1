/**
 * Asks the fields of these types to validate themselves. Resolves to `{isValid, digits}` by type, without a time limit.
 */
export function askSiblings(channel, types) {
  const request = crypto.getRandomValues(new Uint32Array(2)).join("-");
  return new Promise((resolve) => {
    const answers = new Map();
    const listen = ({ data }) => {
      if (data.name !== "validationResponse" || data.request !== request) return;
      answers.set(data.type, data);
      if (answers.size < types.length) return;
      channel.removeEventListener("message", listen);
      resolve(answers);
    };
    channel.addEventListener("message", listen);
    channel.postMessage({ name: "validationRequest", request });
  });
}
